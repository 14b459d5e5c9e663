import { PROBLEM_DOCUMENT } from '#contract/problem-document.ts'
import { documentOf } from '#contract/problems.ts'
import type { Problem } from '#domain/problem.ts'

/** Creates the server's answer for a problem. */
export function refusalOf(problem: Problem): Response {
  const document = documentOf(problem)
  return Response.json(document, { status: document.status, headers: { 'content-type': PROBLEM_DOCUMENT } })
}
