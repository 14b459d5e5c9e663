import type { Answer } from '../stand-in/idempotency.ts'

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized Request',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
}

/** An error answer of Mollie. */
export class MollieProblem extends Error {
  override readonly name = 'MollieProblem'
  readonly status: number
  readonly field: string | undefined

  constructor(status: number, detail: string, field?: string) {
    super(detail)
    this.status = status
    this.field = field
  }
}

export function problemAnswer(status: number, detail: string, field?: string): Answer {
  const title = TITLES[status] ?? 'Internal Server Error'
  return { status, body: JSON.stringify({ status, title, detail, field, _links: {} }) }
}
