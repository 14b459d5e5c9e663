/** Does work outside the turn of a request, then takes another turn, unless the work fails. */
export type Outside = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Waits for the answer of a provider outside the turn of a request, which is for work in the database. Takes a turn
 * after an error, too, because it is noted. Jobs have no turn and leave `outside` out.
 */
export async function askProvider<Answer>(
  ask: () => Promise<Answer>,
  outside: Outside = (work) => work(),
): Promise<Answer> {
  const [answer] = await outside(() => Promise.allSettled([ask()]))
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
}
