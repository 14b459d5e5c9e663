const TRIES = 100

/** Tells whether a fault appears within many attempts, because it needs bad luck even without the safeguard. */
export async function showsWithinTries(attempt: () => Promise<boolean>): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried += 1) if (await attempt()) return true
  return false
}
