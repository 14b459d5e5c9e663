import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { problem } from '#domain/problem.ts'
import { givenPaged, givenShow } from '#client/testing/sample-data.ts'
import { refusalOf } from '#client/testing/refusal-of.ts'
import { closeShop, openShop, soon } from '#client/testing/shop-rig.tsx'

afterEach(closeShop)

const mia = {
  id: 7,
  firstName: 'Mia',
  lastName: 'Zander',
  stageName: '',
  imageName: null,
  imageId: null,
  description: 'Sings.',
  version: 3,
  shows: 0,
}

test('lists artists, keeps the search in the address, and leads to each', async () => {
  const { fill, address, lastAsked } = await openShop('/admin/artists', {
    role: 'ADMIN',
    answers: { 'GET /admin/artists': { total: 1, elements: [{ ...mia, shows: 2 }] } },
  })
  const row = await screen.findByRole('article')
  expect(within(row).getByRole('link', { name: 'Mia Zander' }).getAttribute('href')).toBe('/admin/artists/7')
  expect(within(row).getByText('2 shows')).toBeTruthy()
  fill('Search by name', 'mia')
  await soon(() => expect(lastAsked('GET /admin/artists')?.query.get('name')).toBe('mia'))
  expect(address()).toBe('/admin/artists?name=mia')
})

test('creates an artist from all fields', async () => {
  const { fill, press, lastAsked, address } = await openShop('/admin/artists/create', {
    role: 'ADMIN',
    answers: { 'POST /admin/artists': mia },
  })
  press('Create Artist')
  const failure = await screen.findByText('Artist not created - please check your inputs.')
  expect(screen.getByLabelText('Stage name').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Please enter a stage name, or a first and a last name')).toBeTruthy()
  fill('First name', 'Mia')
  expect(screen.queryByText(/^Please enter a stage name/)).toBeNull()
  await soon(() => expect(failure.isConnected).toBe(false))
  fill('First name', '')
  fill('Stage name', 'The Zanders')
  fill('Description', 'They sing.')
  press('Create Artist')
  await soon(() => expect(address()).toBe('/admin/artists'))
  const body = { firstName: '', lastName: '', stageName: 'The Zanders', description: 'They sing.' }
  expect(lastAsked('POST /admin/artists')?.body).toEqual(body)
})

test('keeps the input when someone else changed the artist, and takes over the untouched fields', async () => {
  let version = 3
  const conflict = refusalOf(
    problem('changed_meanwhile', {
      what: 'artist',
      fields: [{ field: 'lastName', message: 'Changed meanwhile to: Zorn' }],
    }),
  )
  const { fill, press, lastAsked, address } = await openShop('/admin/artists/7', {
    role: 'ADMIN',
    answers: {
      'GET /admin/artists/7': () => ({ ...mia, version, lastName: version === 3 ? 'Zander' : 'Zorn' }),
      'PUT /admin/artists/7': ({ body }: { body: { version: number } }) => {
        if (body.version === 4) return { ...mia, version: 5 }
        version = 4
        return conflict
      },
    },
  })
  await screen.findByRole('heading', { name: 'Edit Artist' })
  fill('First name', 'Maria')
  press('Save Changes')
  expect(await screen.findByText('Changed meanwhile to: Zorn')).toBeTruthy()
  expect(screen.queryByText(/check your inputs/)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Zorn')
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Maria')
  press('Save Changes')
  await soon(() => expect(address()).toBe('/admin/artists'))
  expect(lastAsked('PUT /admin/artists/7')?.body).toMatchObject({ firstName: 'Maria', lastName: 'Zorn', version: 4 })
})

test('deletes an artist without shows after a question, and names the shows of one in use', async () => {
  const answers = {
    'GET /admin/artists/7': mia,
    'GET /admin/artists/8': { ...mia, id: 8, shows: 1 },
    'GET /admin/shows?artistId=8': { total: 1, elements: [{ ...givenShow, name: 'Premiere' }] },
    'DELETE /admin/artists/7': undefined,
  }
  const { press, address, asked } = await openShop('/admin/artists/7', { role: 'ADMIN', answers })
  await screen.findByRole('heading', { name: 'Edit Artist' })
  press('Delete Artist')
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('Mia Zander')).toBeTruthy()
  question.getByRole('button', { name: 'Delete Artist' }).click()
  await soon(() => expect(address()).toBe('/admin/artists'))
  expect(asked.map(({ line }) => line)).toContain('DELETE /admin/artists/7')

  closeShop()
  await openShop('/admin/artists/8', { role: 'ADMIN', answers })
  const uses = within(await screen.findByRole('region', { name: 'In use' }))
  const link = await uses.findByRole('link', { name: `${givenShow.event.title} – Premiere` })
  expect(link.getAttribute('href')).toBe(`/admin/shows/${givenShow.id}`)
  expect(uses.queryByRole('link', { name: 'All 1 show' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete Artist' })).toBeNull()
})

test('names the shows because of which a deletion was refused', async () => {
  let shows = 0
  const { press } = await openShop('/admin/artists/7', {
    role: 'ADMIN',
    answers: {
      'GET /admin/artists/7': () => ({ ...mia, shows }),
      'GET /admin/shows?artistId=7': givenPaged(givenShow, 5, 6),
      'DELETE /admin/artists/7': () => {
        shows = 6
        return refusalOf(problem('in_use', { what: 'artist', uses: '6 shows' }))
      },
    },
  })
  await screen.findByRole('heading', { name: 'Edit Artist' })
  press('Delete Artist')
  within(await screen.findByRole('dialog'))
    .getByRole('button', { name: 'Delete Artist' })
    .click()
  expect(await screen.findByText("This artist can't be deleted because it has 6 shows.")).toBeTruthy()
  const all = await screen.findByRole('link', { name: 'All 6 shows' })
  expect(all.getAttribute('href')).toBe('/admin/shows?artistId=7')
})

test('tells that an artist was deleted', async () => {
  const gone = refusalOf(problem('deleted', { what: 'artist' }))
  await openShop('/admin/artists/7', { role: 'ADMIN', answers: { 'GET /admin/artists/7': gone } })
  expect(await screen.findByText('This artist was deleted.')).toBeTruthy()
  const desk = within(screen.getByRole('main'))
  expect(desk.getAllByRole('link', { name: 'Artists' })).toHaveLength(2)
})

test('leads on when the artist was deleted while it was edited', async () => {
  const gone = refusalOf(problem('deleted', { what: 'artist' }))
  let isGone = false
  const { fill, press } = await openShop('/admin/artists/7', {
    role: 'ADMIN',
    answers: {
      'GET /admin/artists/7': () => (isGone ? gone : mia),
      'PUT /admin/artists/7': () => {
        isGone = true
        return gone
      },
    },
  })
  await screen.findByDisplayValue('Mia')
  fill('First name', 'Maria')
  press('Save Changes')
  const desk = within(screen.getByRole('main'))
  await soon(() => expect(desk.getAllByRole('link', { name: 'Artists' })).toHaveLength(2))
})
