import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { newEvent } from '#contract/events.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

// The label and a value of each field. Pictures are uploaded first, so they have no value here.
const fields: Record<keyof typeof newEvent.shape, [label: string, value?: string]> = {
  title: ['Title', 'Tosca'],
  type: ['Type', 'OPERA'],
  description: ['Description', 'She sings.'],
  imageId: ['Picture (optional)'],
  isDraft: ['Visitors see it'],
  publishedFrom: ['Visitors see it'],
}

test('offers and sends every field of a new event', async () => {
  const { fill, press, lastAsked } = await openShop('/event/create', {
    role: 'ADMIN',
    answers: { 'POST /events': { id: 1 } },
  })
  const filled: Record<string, string> = {}
  for (const [name, [label, value]] of Object.entries(fields)) {
    expect(screen.getAllByText(label, { selector: 'label, label *, legend' }), name).not.toEqual([])
    if (value === undefined) continue
    fill(new RegExp(`^${label}`), value)
    filled[name] = value
  }
  press('Create Event')
  await soon(() => expect(lastAsked('POST /events')?.body).toEqual(filled))
})
