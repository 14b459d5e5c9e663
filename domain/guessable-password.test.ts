import { expect, test } from 'vitest'
import { consistsOfObviousWords, repeatsFewCharacters } from './guessable-password.ts'

const texts = ['Ada', 'Lovelace-King', 'ada.lovelace@example.org', 'Grand Opera GmbH']

test.each([
  'foyer2026',
  'Foyer-2026!',
  'PASSWORD1234',
  'lovelace1',
  'Opera1234567',
  'king.lovelace',
  'welcome-to-foyer',
  'example1',
])('finds only obvious words in %j', (password) => {
  expect(consistsOfObviousWords(password, texts)).toBe(true)
})

test.each(['correct horse', 'ada12345', 'lovelace and 3 engines', 'in the foyer at noon', '日本語日本語日本'])(
  'finds more than obvious words in %j',
  (password) => expect(consistsOfObviousWords(password, texts)).toBe(false),
)

test.each(['aaaaaaaa', 'AaAaAaAaAa', '1212121212', '日本日本日本日本'])('finds few characters in %j', (password) => {
  expect(repeatsFewCharacters(password)).toBe(true)
})

test.each(['abcabcabc', '日本語日本語日本'])('finds enough characters in %j', (password) => {
  expect(repeatsFewCharacters(password)).toBe(false)
})
