import { expect, test } from 'vitest'
import { askProvider, type Outside } from './ask-provider.ts'

test('keeps an answer although no other turn comes', async () => {
  const outside: Outside = async (work) => {
    await work()
    throw new Error('busy')
  }
  expect(await askProvider(() => Promise.resolve('open'), outside)).toBe('open')
  await expect(askProvider(() => Promise.reject(new Error('refused')), outside)).rejects.toThrow('refused')
  await expect(
    askProvider(
      () => Promise.resolve('open'),
      () => Promise.reject(new Error('gone')),
    ),
  ).rejects.toThrow('gone')
})

test.each([
  ['an answer', () => Promise.resolve('open'), 'open'],
  ['an error', () => Promise.reject(new Error('refused')), 'refused'],
] as const)('waits for %s outside the turn, and has a turn again when it is noted', async (_, ask, expected) => {
  const steps: string[] = []
  const outside: Outside = async (work) => {
    steps.push('turn given back')
    const result = await work()
    steps.push('another turn')
    return result
  }
  const noted = await askProvider(() => {
    steps.push('asked')
    return ask()
  }, outside).catch(({ message }: Error) => message)
  steps.push(noted)
  expect(steps).toEqual(['turn given back', 'asked', 'another turn', expected])
})
