import { hash, verify } from '@node-rs/argon2'

// OWASP's first recommendation for argon2id, the package's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password with argon2id. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let decoy: Promise<string> | undefined

/** Verifies a password. Takes as long without a hash, so that timing does not reveal which accounts exist. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const isRight = await verify(passwordHash ?? (await decoy), password).catch(() => false)
  return isRight && passwordHash !== undefined
}
