import fc from 'fast-check'
import { expect } from 'vitest'
import { command, index, isDone, itemAt, server } from './command.ts'
import { PASSWORD } from './real-shop.ts'
import type { ModelCustomer, ShopModel } from './shop-model.ts'

const visit = fc.record({ customer: index, at: server })

const resolveCustomer = (model: ShopModel, { customer }: { customer: number }) => {
  const found = itemAt(model.customers, customer)
  return found && { customer: found }
}

/** For commands that end sessions. They are rare, so that customers get something done. */
const rareVisit = fc.record({ customer: index, at: server, luck: fc.nat({ max: 3 }) })
const resolveRarely = (model: ShopModel, input: { customer: number; luck: number }) =>
  input.luck === 0 ? resolveCustomer(model, input) : undefined

/** The statuses of a login with the right password that is refused. */
function refusalsOfLogin({ isLocked, isDeleted }: ModelCustomer): number[] {
  if (isDeleted) return [401]
  return isLocked ? [403] : []
}

export const accountCommands = [
  command('register', fc.record({ customer: index, isKnown: fc.boolean(), at: server }), {
    resolve: resolveCustomer,
    run: async ({ model, real, input, customer }) => {
      const email = input.isKnown ? customer.email : `${crypto.randomUUID()}@foyer.example`
      const isTaken = model.customers.some((other) => other.email === email && !other.isDeleted)
      const body = { firstName: 'Ada', lastName: 'Guest', email, password: PASSWORD }
      const answer = await real.send(input.at, 'POST', '/users', { body })
      if (!isDone(answer, isTaken ? [409] : [], 201)) return
      const registered = model.addCustomer({ id: JSON.parse(answer.body).id, email, password: PASSWORD })
      expect((await real.logIn(input.at, model, registered)).status).toBe(200)
    },
  }),
  command('log in', visit, {
    weight: 4,
    resolve: resolveCustomer,
    run: async ({ model, real, input, customer }) => {
      // Another account may have the address of a deleted one.
      const isReused = model.customers.some((other) => other !== customer && other.email === customer.email)
      if (isReused) return
      isDone(await real.logIn(input.at, model, customer), refusalsOfLogin(customer), 200)
    },
  }),
  command('log in with a wrong password', visit, {
    resolve: resolveCustomer,
    run: async ({ real, input, customer }) => {
      const body = { email: customer.email, password: 'no such password' }
      expect((await real.send(input.at, 'POST', '/authentication', { body })).status).toBe(401)
    },
  }),
  command('log out', rareVisit, {
    resolve: resolveRarely,
    run: async ({ model, real, input, customer }) => {
      const { token } = customer
      const answer = await real.send(input.at, 'DELETE', '/authentication', { token })
      isDone(answer, model.refusalsOfVisit(customer), 204)
      customer.sessions = customer.sessions.filter((session) => session.token !== token)
    },
  }),
  command('change the password', fc.record({ customer: index, isRight: fc.boolean(), at: server }), {
    resolve: resolveCustomer,
    run: async ({ model, real, input, customer }) => {
      const newPassword = `password ${crypto.randomUUID()}`
      const body = { password: input.isRight ? customer.password : 'no such password', newPassword }
      const answer = await real.send(input.at, 'PATCH', '/users/change-password', { token: customer.token, body })
      const refusals = model.refusalsOfVisit(customer)
      if (!isDone(answer, refusals.length > 0 || input.isRight ? refusals : [422], 204)) return
      customer.password = newPassword
      customer.sessions = customer.sessions.filter((session) => session.token === customer.token)
    },
  }),
  command('read the account', visit, {
    resolve: resolveCustomer,
    run: async ({ model, real, input, customer }) => {
      const answer = await real.send(input.at, 'GET', '/users/detail', { token: customer.token })
      if (!isDone(answer, model.refusalsOfVisit(customer), 200)) return
      expect(JSON.parse(answer.body).points).toBe(model.balanceOf(customer))
    },
  }),
  command('lock or unlock', fc.record({ customer: index, isLocked: fc.constantFrom(true, false, false, false) }), {
    weight: 2,
    resolve: resolveCustomer,
    run: async ({ model, real, input, customer }) => {
      const answer = await real.administer('PATCH', `/users/${customer.id}/lock`, input.isLocked)
      if (isDone(answer, customer.isDeleted ? [404] : [], 204)) model.lock(customer, input.isLocked)
    },
  }),
  command('delete the own account', rareVisit, {
    resolve: resolveRarely,
    run: async ({ model, real, input, customer }) => {
      const answer = await real.send(input.at, 'DELETE', '/users', { token: customer.token })
      if (isDone(answer, model.refusalsOfVisit(customer), 204)) model.delete(customer)
    },
  }),
  command('delete an account', rareVisit, {
    resolve: resolveRarely,
    run: async ({ model, real, customer }) => {
      isDone(await real.administer('DELETE', `/users/${customer.id}`), [], 204)
      model.delete(customer)
    },
  }),
]
