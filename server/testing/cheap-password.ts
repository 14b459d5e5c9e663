import { hash } from '@node-rs/argon2'

/**
 * Hashes a password at the lowest cost of argon2id, which the hash itself names, so that the shop verifies it in a
 * fraction of a millisecond. For tests that log in often and do not measure time.
 */
export function cheapHashOf(password: string): Promise<string> {
  return hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
}
