import { expect, test } from 'vitest'
import { registrationForm } from '#contract/users.ts'
import { typedTwice } from './confirmed-password.ts'

const form = typedTwice(registrationForm, 'password')

function faultsOf(values: Record<string, string>) {
  const { error } = form.safeParse(values)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

const right = {
  firstName: 'Ada',
  lastName: 'Guest',
  email: 'ada@example.org',
  password: 'correct horse',
  confirmPassword: 'correct horse',
}

test('accepts the same password twice', () => {
  expect(faultsOf(right)).toEqual([])
})

test('trims names', () => {
  expect(form.safeParse({ ...right, firstName: ' Ada ' })).toMatchObject({ success: true, data: right })
  expect(faultsOf({ ...right, firstName: '  ', confirmPassword: 'wrong horse' })).toEqual([
    'firstName: This field cannot contain only whitespace',
    'confirmPassword: The value must be equal to the other value',
  ])
})

test('reports a mismatch even while another field is empty', () => {
  const wrong = { ...right, confirmPassword: 'wrong horse' }
  expect(faultsOf(wrong)).toEqual(['confirmPassword: The value must be equal to the other value'])
  expect(faultsOf({ ...wrong, firstName: '' })).toEqual([
    'firstName: Value is required',
    'confirmPassword: The value must be equal to the other value',
  ])
})
