import { expect, test } from 'vitest'
import { UnreadAnswers } from './unread-answers.ts'

const LARGE = 40_000

/** Counts answers up to ten large ones, and notes whose were ended. */
function tenLarge() {
  const answers = new UnreadAnswers(10 * LARGE)
  const ended: string[] = []
  const add = (name: string, network: string, { content = {}, bytes = LARGE, requestBytes = 0 } = {}) =>
    answers.add({ network, content, bytes, requestBytes, end: () => void ended.push(name) })
  return { add, ended }
}

test('ends the oldest answers of the network that leaves most unread, and no others', () => {
  const { add, ended } = tenLarge()
  add('visitor', '10.0.0.1')
  for (let answer = 1; answer <= 5; answer += 1) add(`first ${answer}`, '10.0.0.2')
  for (let answer = 1; answer <= 4; answer += 1) add(`second ${answer}`, '10.0.0.3')
  expect(ended).toEqual([])
  add('another visitor', '10.0.0.4')
  expect(ended).toEqual(['first 1'])
  for (let answer = 5; answer <= 8; answer += 1) add(`second ${answer}`, '10.0.0.3')
  expect(ended).toEqual(['first 1', 'second 1', 'second 2', 'second 3', 'second 4'])
})

test('counts no answer that was read, and none twice that are one in memory', () => {
  const { add, ended } = tenLarge()
  const shared = {}
  for (let answer = 1; answer <= 50; answer += 1) {
    add('read', '10.0.0.1')()
    add('shared', '10.0.0.1', { content: shared })
  }
  for (let answer = 1; answer <= 9; answer += 1) add('other', '10.0.0.2')
  expect(ended).toEqual([])
  add('other', '10.0.0.2')
  expect(ended).toEqual(['other'])
})

test('ends an answer once, though it is read meanwhile', () => {
  const { add, ended } = tenLarge()
  const releases = Array.from({ length: 11 }, (_, answer) => add(String(answer), '10.0.0.1'))
  for (const release of releases) release()
  for (let answer = 0; answer < 10; answer += 1) add('later', '10.0.0.2')
  expect(ended).toEqual(['0'])
})

test('counts small answers, and the request of each', () => {
  const { add, ended } = tenLarge()
  for (let answer = 1; answer <= 19; answer += 1) {
    add('small', '10.0.0.1', { bytes: LARGE / 4, requestBytes: LARGE / 4 })
  }
  const shared = {}
  for (let answer = 1; answer <= 2; answer += 1) {
    add(`shared ${answer}`, '10.0.0.2', { content: shared, bytes: LARGE / 8, requestBytes: LARGE / 8 })
  }
  expect(ended).toEqual([])
  add('a request', '10.0.0.2', { bytes: 0, requestBytes: LARGE / 4 })
  expect(ended).toEqual(['small'])
})
