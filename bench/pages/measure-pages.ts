import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { listShows } from '#contract/shows.ts'
import { processorBlockingMs } from './processor-blocking.ts'

const RUNS = 3
const ATTEMPTS = 3
const DEBUGGING_PORT = 9_333
const CUSTOMER = { email: 'customer@foyer.example', password: 'foyer-demo' }

const publicPages: Record<string, string> = {
  'home page': '',
  'shows of an event': 'event/1/event-shows',
  'a product': 'merchandise/1',
  'a news article': 'news/1',
  'search for events': 'search/event',
  'search for shows': 'search/event-show',
  'the news': 'news',
  'the merchandise': 'merchandise',
}
/**
 * Seating plans of the demo, a show of each of which a customer opens. Search engines may not list such pages, so they
 * have no goal for search engines. Numbers of shows are no names: they depend on the day on which the demo was loaded.
 */
const plansOfShows: Record<string, string> = {
  'a show in a cinema': 'Kino Laterna, Saal 1',
  'a show in a theatre': 'Stadttheater am Kai',
  'a show in a stadium': 'Schleusenstadion',
}
const SHOWS_AT_ONCE = 50

/** Scores out of 100, times in milliseconds, cumulative layout shift, and the total transfer size in KiB. */
export type PageMeasurement = {
  performance: number
  accessibility: number
  bestPractices: number
  /** Null for pages that search engines may not list. */
  seo: number | null
  fcp: number
  lcp: number
  tbt: number
  /** The blocking time of the tasks' processor time alone. */
  processorTbt: number
  cls: number
  kib: number
}

/** Runs Lighthouse as on a phone (slow 4G, CPU slowed 4×) and yields the best of three first visits of each page. */
export async function* measurePages(shopUrl: string): AsyncGenerator<{ name: string; page: PageMeasurement }> {
  for (const [name, path] of Object.entries(publicPages)) yield { name, page: await best(() => visit(shopUrl, path)) }
  const token = await tokenOf(shopUrl)
  for (const [name, plan] of Object.entries(plansOfShows)) {
    const path = `event-show/${await findShowIn(shopUrl, plan)}`
    yield { name, page: { ...(await best(() => visit(shopUrl, path, token))), seo: null } }
  }
}

async function best(measure: () => Promise<PageMeasurement>): Promise<PageMeasurement> {
  let found = await measure()
  for (let run = 1; run < RUNS; run += 1) {
    const next = await measure()
    if (next.performance > found.performance) found = next
  }
  return found
}

/** Visits a page, again if the recording of the visit fails, which Lighthouse asks for; throws after three failures. */
async function visit(shopUrl: string, path: string, token?: string): Promise<PageMeasurement> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await visitOnce(shopUrl, path, token)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      console.warn(String(error))
    }
  }
}

/** Opens a page in a browser with a new profile, so that nothing is cached; with a token, as a customer. */
async function visitOnce(shopUrl: string, path: string, token?: string): Promise<PageMeasurement> {
  const browser = await chromium.launchPersistentContext('', {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUGGING_PORT}`],
  })
  try {
    if (token) {
      const page = await browser.newPage()
      await page.goto(`${shopUrl}robots.txt`)
      await page.evaluate((kept) => localStorage.setItem('authToken', kept), token)
      await page.close()
    }
    return await runLighthouse(`${shopUrl}${path}`)
  } finally {
    await browser.close()
  }
}

/** Finds the id of the next show of a seating plan that has free places. */
async function findShowIn(shopUrl: string, plan: string): Promise<number> {
  for (let pageIndex = 0; ; pageIndex += 1) {
    const query = `when=coming&pageIndex=${pageIndex}&pageSize=${SHOWS_AT_ONCE}`
    const reply = await fetch(`${shopUrl}api/v1/eventshows?${query}`)
    if (!reply.ok) throw new Error(`The shows cannot be listed: ${await reply.text()}`)
    const { elements } = (await reply.json()) as Pick<ReplyOf<typeof listShows>, 'elements'>
    const found = elements.find(({ seatingPlan, availability }) => seatingPlan.name === plan && availability === 'FREE')
    if (found) return found.id
    if (elements.length === 0) throw new Error(`There is no show in ${plan} with free places.`)
  }
}

async function tokenOf(shopUrl: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${shopUrl}api/v1/authentication`, {
    method: 'POST',
    headers,
    body: JSON.stringify(CUSTOMER),
  })
  if (!reply.ok) throw new Error(`The demo's customer cannot log in: ${await reply.text()}`)
  return (await reply.text()).replace('Bearer ', '')
}

async function runLighthouse(url: string): Promise<PageMeasurement> {
  const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo']
  // The profile is new; resetting it would log the customer out.
  const flags = { port: DEBUGGING_PORT, onlyCategories, disableStorageReset: true, logLevel: 'error' } as const
  const result = await lighthouse(url, flags)
  if (!result) throw new Error(`Lighthouse says nothing of ${url}.`)
  const { runtimeError, categories, audits } = result.lhr
  if (runtimeError) throw new Error(`Lighthouse cannot look at ${url}: ${runtimeError.message}`)
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const figure = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    processorTbt: processorBlockingMs(result.artifacts.Trace.traceEvents, url),
    cls: figure('cumulative-layout-shift'),
    kib: figure('total-byte-weight') / 1024,
  }
}
