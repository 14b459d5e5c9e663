import type { Arbitrary, AsyncCommand } from 'fast-check'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Answer } from '../http-client.ts'
import type { RealShop } from './real-shop.ts'
import type { Refusals, ShopModel } from './shop-model.ts'

/** A command, and how often it is chosen compared with the others. */
export type WeightedCommand<Model extends object = ShopModel, Real = RealShop> = {
  weight: number
  arbitrary: Arbitrary<AsyncCommand<Model, Real>>
}

type Steps<Model, Real, Input, Resolved> = {
  weight?: number
  /** Finds what the input refers to in the model. Undefined if the command is impossible now. */
  resolve: (model: Model, input: Input) => Resolved | undefined
  /** Sends the requests, checks the answers, and changes the model. */
  run: (context: { model: Model; real: Real; input: Input } & Resolved) => Promise<void>
}

/**
 * Returns a function that defines commands of a model. Their input contains indexes, which refer to the model's lists
 * as they are when the command runs.
 */
export function commandsOf<Model extends object, Real>() {
  return function command<Input, Resolved extends object>(
    name: string,
    input: Arbitrary<Input>,
    { weight = 1, resolve, run }: Steps<Model, Real, Input, Resolved>,
  ): WeightedCommand<Model, Real> {
    const arbitrary = input.map((value) => ({
      check: (model: Readonly<Model>) => resolve(model, value) !== undefined,
      run: async (model: Model, real: Real) => {
        const resolved = resolve(model, value)
        if (resolved) await run({ model, real, input: value, ...resolved })
      },
      toString: () => `${name} ${JSON.stringify(value)}`,
    }))
    return { weight, arbitrary }
  }
}

export const command = commandsOf<ShopModel, RealShop>()

/** An index into a list of the model. */
export const index = fc.nat({ max: 11 })
/** One of the two servers. */
export const server: Arbitrary<0 | 1> = fc.constantFrom(0, 1)

export function itemAt<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % items.length]
}

/** Checks an answer against a prediction. Returns whether the request succeeded. */
export function isDone(answer: Answer, refusals: Refusals, done: number): boolean {
  const statuses = refusals.length > 0 ? refusals : [done]
  expect(statuses, `${answer.status} ${answer.body}`).toContain(answer.status)
  return refusals.length === 0
}
