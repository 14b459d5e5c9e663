import type { Stripe } from 'stripe'
import * as z from 'zod'
import type { FormTree } from './form.ts'

/** The fields of an error in Stripe's answers. */
export type StripeFault = Pick<Stripe.StripeRawError, 'type' | 'code' | 'param' | 'message'>

/** An error answer of Stripe. */
export class StripeProblem extends Error {
  override readonly name = 'StripeProblem'
  readonly status: number
  readonly fault: StripeFault
  /** Whether an idempotency key keeps this answer. Stripe keeps none that were given before the call began its work. */
  readonly isStored: boolean

  constructor(status: number, fault: StripeFault, isStored: boolean) {
    super(fault.message)
    this.status = status
    this.fault = fault
    this.isStored = isStored
  }
}

/** Returns the problem of a parameter that cannot be used. */
export function invalidParam(param: string, message: string, code?: string): StripeProblem {
  const fault: StripeFault = { type: 'invalid_request_error', param, message }
  return new StripeProblem(400, code === undefined ? fault : { ...fault, code }, false)
}

/** Returns the problem of a call that its object does not allow now. */
export function notAllowed(message: string, code?: string): StripeProblem {
  const fault: StripeFault = { type: 'invalid_request_error', message }
  return new StripeProblem(400, code === undefined ? fault : { ...fault, code }, true)
}

export function missing(what: string, id: string, param: string): StripeProblem {
  const message = `No such ${what}: '${id}'`
  return new StripeProblem(404, { type: 'invalid_request_error', code: 'resource_missing', param, message }, false)
}

export const WRONG_KEY = new StripeProblem(
  401,
  { type: 'invalid_request_error', message: 'Invalid API Key provided.' },
  false,
)

/** Returns the problem of an idempotency key that another request has used. */
export function otherRequest(key: string): StripeProblem {
  const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
  return new StripeProblem(400, { type: 'idempotency_error', message }, false)
}

/** Returns the problem of an idempotency key whose first request is not done. */
export function keyInUse(key: string): StripeProblem {
  const message = `There is currently another in-progress request using this Idempotent Key (${key}).`
  return new StripeProblem(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message }, false)
}

/** Reads parameters by a schema. Throws a `StripeProblem` that names the first wrong one. */
export function readParams<T extends z.ZodType>(schema: T, params: FormTree): z.output<T> {
  const read = schema.safeParse(params)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = (issue?.path ?? []).map(String)
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...path, ...issue.keys.slice(0, 1)])
    throw invalidParam(param, `Received unknown parameter: ${param}`, 'parameter_unknown')
  }
  const param = nameOf(path)
  if (valueAt(params, path) === undefined) {
    throw invalidParam(param, `Missing required param: ${param}.`, 'parameter_missing')
  }
  throw invalidParam(param, `Invalid ${param}: ${issue?.message}`)
}

function nameOf([first = '', ...rest]: readonly string[]): string {
  return first + rest.map((step) => `[${step}]`).join('')
}

function valueAt(tree: FormTree | string | undefined, path: readonly string[]): FormTree | string | undefined {
  return path.reduce<FormTree | string | undefined>(
    (branch, step) => (typeof branch === 'object' ? branch[step] : undefined),
    tree,
  )
}

/** A list of a form, whose items are numbered. */
export const formList = <T extends z.ZodType>(item: T) =>
  z.preprocess((tree) => (typeof tree === 'object' && tree !== null ? Object.values(tree) : tree), z.array(item))

export const formNumber = z
  .string()
  .regex(/^-?\d+$/, 'must be an integer')
  .transform(Number)

export const formMetadata = z.record(z.string().max(40), z.string().max(500)).default({})
