/** Does work outside the turn of a request, then takes another turn, unless the work fails. */
export type Outside = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Waits for the answer of a provider outside the turn of a request, which is for work in the database. Takes a turn
 * after an error, too, because it is noted. Goes on without one that does not come in time: an answer that is lost
 * keeps places from others. Jobs have no turn and leave `outside` out.
 */
export async function askProvider<Answer>(
  ask: () => Promise<Answer>,
  outside: Outside = (work) => work(),
): Promise<Answer> {
  let answer: PromiseSettledResult<Answer> | undefined
  await outside(async () => {
    answer = (await Promise.allSettled([ask()]))[0]
  }).catch((error: unknown) => {
    if (!answer) throw error
  })
  if (!answer) throw new Error('Nothing was asked.')
  if (answer.status === 'rejected') throw answer.reason
  return answer.value
}
