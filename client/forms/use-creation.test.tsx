import { MantineProvider, TextInput } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { requiredText } from '#contract/fields.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { useCreation } from './use-creation.ts'

afterEach(() => {
  cleanup()
  notifications.clean()
})

const schema = z.object({ name: requiredText(), price: requiredText() })

function givenForm(create: () => Promise<string>) {
  const onMade = vi.fn<(made: string) => void>()
  function Page() {
    const form = useCheckedForm({ schema, initialValues: { name: '', price: '' } })
    const { onSubmit, onInvalid } = useCreation({ form, create, success: 'Made', failure: 'Not made', onMade })
    return (
      <Form form={form} onSubmit={onSubmit} onInvalid={onInvalid}>
        <TextInput label="Name" {...form.getInputProps('name')} />
        <TextInput label="Price" {...form.getInputProps('price')} />
        <button type="submit">Make</button>
      </Form>
    )
  }
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>
    </MantineProvider>,
  )
  const fill = async () => {
    await userEvent.type(screen.getByLabelText('Name'), 'Mug')
    await userEvent.type(screen.getByLabelText('Price'), '0')
  }
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Make' }))
  return { onMade, fill, send }
}

test('reports success and calls back', async () => {
  const { onMade, fill, send } = givenForm(async () => 'the mug')
  await fill()
  await send()
  expect(await screen.findByText('Made')).toBeTruthy()
  expect(onMade).toHaveBeenCalledExactlyOnceWith('the mug')
})

test('removes earlier errors after success', async () => {
  const answers = [() => Promise.reject(new ApiError('The name is taken', 409)), async () => 'the mug']
  const { fill, send } = givenForm(() => answers.shift()?.() ?? Promise.resolve(''))
  await fill()
  await send()
  expect(await screen.findByText('Not made')).toBeTruthy()
  await send()
  expect(await screen.findByText('Made')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Not made')).toBeNull())
})

test('focuses the first invalid field instead of sending', async () => {
  const create = vi.fn(async () => '')
  const { send } = givenForm(create)
  await send()
  expect(await screen.findByText('Not made')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
  expect(create).not.toHaveBeenCalled()
})

test("shows the server's messages at their fields and keeps the input", async () => {
  const refusal = new ApiError('price: The minimum value allowed is 1', 422, {
    code: 'invalid_fields',
    fields: [{ field: 'price', message: 'The minimum value allowed is 1' }],
  })
  const { onMade, fill, send } = givenForm(() => Promise.reject(refusal))
  await fill()
  await send()
  expect(await screen.findByText('The minimum value allowed is 1')).toBeTruthy()
  expect(screen.getByText('Not made')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Price'))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mug')
  expect(onMade).not.toHaveBeenCalled()
})

test('does not blame the input for a server failure', async () => {
  const create = vi.fn(() => Promise.reject(new ApiError('The shop is very busy.', 503)))
  const { fill, send } = givenForm(create)
  await fill()
  await send()
  await waitFor(() => expect(create).toHaveBeenCalled())
  expect(screen.queryByText('Not made')).toBeNull()
})
