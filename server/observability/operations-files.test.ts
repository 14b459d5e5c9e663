import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/shop.ts'

const TOKEN = 'a-token-of-the-tests'
const METRIC = /\b(?:foyer|nodejs|process)_\w+/g

let shop: TestShop
let shown: ReadonlySet<string>

beforeAll(async () => {
  shop = await openTestShop({ METRICS_TOKEN: TOKEN })
  const { body } = await shop.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  const metrics = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  shown = new Set(
    metrics.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`, name] : [name],
    ),
  )
})
afterAll(() => shop.close())

const read = (file: string) => readFile(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
const namesIn = (text: string) => [...new Set(text.match(METRIC))]

test('the dashboard and the alert rules use only metrics that the shop has', async () => {
  for (const file of ['operations/grafana.json', 'operations/alerts.yml']) {
    const names = namesIn(await read(file))
    expect(names.length, file).toBeGreaterThan(5)
    expect(
      names.filter((name) => !shown.has(name)),
      file,
    ).toEqual([])
  }
})

test('the dashboard has a query for every metric of the shop', async () => {
  const { panels } = JSON.parse(await read('operations/grafana.json')) as { panels: { targets: { expr: string }[] }[] }
  const used = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)))
  const bases = new Set(used.map((name) => name.replace(/_bucket$/, '')))
  const own = [...shown].filter((name) => name.startsWith('foyer_') && !/_(bucket|sum|count)$/.test(name))
  expect(own.filter((name) => !bases.has(name))).toEqual([])
})

test('the operations page describes every metric of the shop and every alarm', async () => {
  const page = await read('operations.md')
  const own = [...shown].filter((name) => name.startsWith('foyer_') && !/_(bucket|sum|count)$/.test(name))
  const isDescribed = (name: string) =>
    page.includes(`\`${name}\``) || page.includes(`\`…${/_[a-z]+$/.exec(name)?.[0]}\``)
  expect(own.filter((name) => !isDescribed(name))).toEqual([])
  const alarms = [...(await read('operations/alerts.yml')).matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(alarms.length).toBeGreaterThan(5)
  expect([...page.matchAll(/^### (Foyer\w+)$/gm)].map(([, name]) => name)).toEqual(alarms)
})
