import type { FastifyInstance } from 'fastify'
import { addressOf } from '#contract/endpoint.ts'
import type { Ask } from '#server/pages/page.ts'

/** The shop gave a visitor no answer. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly status: number

  constructor(address: string, status: number) {
    super(`${address} answered ${status}`)
    this.status = status
  }
}

/**
 * Somebody without a name, who asks the shop the way every browser does: what they are told is public, letter for letter.
 * Keeps the answers by the addresses of the calls.
 */
export function newVisitor(app: FastifyInstance, basePath: string): { ask: Ask; answers: ReadonlyMap<string, string> } {
  const answers = new Map<string, string>()
  const ask: Ask = async (endpoint, asked) => {
    const address = addressOf(endpoint, asked)
    const { statusCode, body } = await app.inject(`${basePath}${address}`)
    if (statusCode !== endpoint.status) throw new NoAnswer(address, statusCode)
    answers.set(address, body)
    return JSON.parse(body)
  }
  return { ask, answers }
}
