import type { FastifyInstance } from 'fastify'
import { addressOf } from '#contract/endpoint.ts'
import type { Ask } from '#server/pages/page.ts'

/** Thrown when the API does not answer a visitor's call with success. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly status: number

  constructor(address: string, status: number) {
    super(`${address} answered ${status}`)
    this.status = status
  }
}

/**
 * Creates an anonymous client that calls the API inside the process, so its answers are public. Records the answers by
 * the address of the call.
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
