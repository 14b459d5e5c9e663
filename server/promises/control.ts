const TRIES = 5

/** Whether a fault shows within a few tries: also without its guard, it takes bad luck. */
export async function showsWithinTries(attempt: () => Promise<boolean>): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried += 1) if (await attempt()) return true
  return false
}
