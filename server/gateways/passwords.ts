import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id; the package's default algorithm is argon2id.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash to keep instead of the password: argon2id of all its characters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let decoy: Promise<string> | undefined

/** Whether it is the password. Takes its time also when there is no hash to compare with, so that timing tells nothing. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const isRight = await verify(passwordHash ?? (await decoy), password).catch(() => false)
  return isRight && passwordHash !== undefined
}
