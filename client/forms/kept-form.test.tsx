import { MantineProvider, TextInput } from '@mantine/core'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { getCart } from '#contract/cart.ts'
import { requiredText } from '#contract/fields.ts'
import { problem } from '#domain/problem.ts'
import { call } from '#client/api.ts'
import { clearSession } from '#client/customer/clear-session.ts'
import { useKeptForm } from './kept-form.ts'
import { endSession, startSession } from '#client/session.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'

const tokenOf = (sub: string, session: string) =>
  ['{}', JSON.stringify({ sub, session, rol: ['ROLE_USER'] }), 'x'].map((part) => btoa(part)).join('.')

const schema = z.object({ name: requiredText(), password: requiredText() })

function Page({ path }: { readonly path: string }) {
  const form = useKeptForm({ path, schema, initialValues: { name: '', password: '' } })
  return (
    <>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Password" {...form.getInputProps('password')} />
    </>
  )
}

function open(path: string) {
  cleanup()
  render(
    <StrictMode>
      <MantineProvider env="test">
        <Page path={path} />
      </MantineProvider>
    </StrictMode>,
  )
}

const shown = () => ['Name', 'Password'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)

/** The keys of kept forms. The router, once loaded by another test file, keeps scroll positions beside them. */
const keptKeys = () => Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr-scroll'))

/** Ada fills the form in, and the server no longer knows her session. */
async function losesSession() {
  startSession(tokenOf('1', 'first'))
  open('/event/create')
  await userEvent.type(screen.getByLabelText('Name'), 'The Cherry Orchard')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await expect(call(getCart)).rejects.toThrow()
  endSession()
  cleanup()
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => refusalOf(problem('not_signed_in')))
})

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  endSession()
  vi.unstubAllGlobals()
})

test('restores the form for the same user after the session ended, without the password', async () => {
  await losesSession()
  startSession(tokenOf('1', 'second'))
  open('/event/create')
  expect(shown()).toEqual(['The Cherry Orchard', ''])
})

test('restores the form after each reload, unless it was untouched', async () => {
  startSession(tokenOf('1', 'first'))
  open('/event/create')
  const reload = () => {
    dispatchEvent(new Event('pagehide'))
    open('/event/create')
  }
  reload()
  expect(keptKeys()).toEqual([])
  await userEvent.type(screen.getByLabelText('Name'), 'The Cherry Orchard')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  reload()
  expect(shown()).toEqual(['The Cherry Orchard', ''])
  reload()
  expect(shown()).toEqual(['The Cherry Orchard', ''])
})

test('forgets the input of a page that comes back from the back/forward cache, which still has it', async () => {
  startSession(tokenOf('1', 'first'))
  open('/event/create')
  await userEvent.type(screen.getByLabelText('Name'), 'The Cherry Orchard')
  dispatchEvent(new Event('pagehide'))
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(shown()).toEqual(['The Cherry Orchard', ''])
  open('/event/create')
  expect(shown()).toEqual(['', ''])
})

test('keeps nothing for another account that has begun in another tab', async () => {
  startSession(tokenOf('1', 'first'))
  open('/event/create')
  await userEvent.type(screen.getByLabelText('Name'), 'The Cherry Orchard')
  startSession(tokenOf('2', 'first'))
  dispatchEvent(new Event('pagehide'))
  open('/event/create')
  expect(shown()).toEqual(['', ''])
})

test('keeps nothing after a logout on the page, and other input of the next session', async () => {
  startSession(tokenOf('1', 'ended'))
  open('/event/create')
  await userEvent.type(screen.getByLabelText('Name'), 'The Cherry Orchard')
  clearSession()
  dispatchEvent(new Event('pagehide'))
  cleanup()
  expect(keptKeys()).toEqual([])
  startSession(tokenOf('1', 'next'))
  open('/event/create')
  await userEvent.type(screen.getByLabelText('Name'), 'Uncle Vanya')
  dispatchEvent(new Event('pagehide'))
  expect(keptKeys()).toEqual(['keptForm'])
})

test('keeps nothing that a visitor types', async () => {
  open('/event/create')
  await userEvent.type(screen.getByLabelText('Name'), 'The Cherry Orchard')
  dispatchEvent(new Event('pagehide'))
  expect(keptKeys()).toEqual([])
})

test('restores the form once', async () => {
  await losesSession()
  startSession(tokenOf('1', 'second'))
  open('/event/create')
  open('/event/create')
  expect(shown()).toEqual(['', ''])
})

test('leaves another form empty and keeps the input', async () => {
  await losesSession()
  startSession(tokenOf('1', 'second'))
  open('/news/create')
  expect(shown()).toEqual(['', ''])
  open('/event/create')
  expect(shown()).toEqual(['The Cherry Orchard', ''])
})

test('hides the input from another user and deletes it', async () => {
  await losesSession()
  startSession(tokenOf('2', 'first'))
  open('/event/create')
  expect(shown()).toEqual(['', ''])
  startSession(tokenOf('1', 'second'))
  open('/event/create')
  await waitFor(() => expect(shown()).toEqual(['', '']))
})
