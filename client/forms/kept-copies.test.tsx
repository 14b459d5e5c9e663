import { screen } from '@testing-library/react'
import { afterEach, test } from 'vitest'
import { startSession } from '#client/session.ts'
import { givenEvent, givenProduct } from '#client/testing/sample-data.ts'
import { closeShop, openShop } from '#client/testing/shop-rig.tsx'

afterEach(() => {
  closeShop()
  sessionStorage.clear()
})

const published = { publishedFrom: '2026-01-01T10:00:00.000Z', publication: 'PUBLISHED', version: 1 }
const event = { ...givenEvent, ...published, title: 'Tosca', imageId: null, imageName: null, shows: 0, nextShow: null }
const article = {
  ...{ title: 'Typo', summary: 'Short.', text: 'Long.', published: '2026-12-01T10:00:00.000Z', ...published },
  ...{ imageId: null, imageName: null, eventId: null, eventTitle: null, eventType: null, event: null },
}
const product = { ...givenProduct, ...published, imageId: 4, imageName: '0f3c9a5be1d24c7f8a6b5e4d3c2b1a09.png' }

test.each([
  ['/event/create', { call: 'GET /admin/events', original: event, label: 'Title', name: 'Tosca' }],
  ['/news/create', { call: 'GET /admin/news', original: article, label: 'Title', name: 'Typo' }],
  ['/merchandise/create', { call: 'GET /admin/products', original: product, label: 'Name', name: 'Mug' }],
])('keeps the input of a copy on %s for this copy alone', async (path, { call, original, label, name }) => {
  const answers = { [`${call}/5`]: { ...original, id: 5 }, [`${call}/6`]: { ...original, id: 6 } }
  const open = async (copy: number, shown: string) => {
    startSession(['{}', JSON.stringify({ sub: '7', rol: ['ROLE_ADMIN'] }), 'x'].map((part) => btoa(part)).join('.'))
    const { fill } = await openShop(`${path}?copy=${copy}`, { answers })
    await screen.findByDisplayValue(shown)
    return fill
  }
  const fill = await open(5, name)
  fill(new RegExp(`^${label}`), 'Typed')
  window.dispatchEvent(new Event('pagehide'))
  closeShop()
  await open(6, name)
  closeShop()
  await open(5, 'Typed')
})
