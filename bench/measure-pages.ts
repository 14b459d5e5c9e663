import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'

const RUNS = 3
const DEBUGGING_PORT = 9_333

const pages: Record<string, string> = {
  'home page': '',
  'shows of an event': 'event/1/event-shows',
  'a product': 'merchandise/1',
  'a news article': 'news/1',
  'search for events': 'search/event',
  'search for shows': 'search/event-show',
  'the news': 'news',
  'the merchandise': 'merchandise',
}

/** Scores out of 100, times in milliseconds, cumulative layout shift, and the total transfer size in KiB. */
export type PageMeasurement = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  fcp: number
  lcp: number
  tbt: number
  cls: number
  kib: number
}

/** Runs Lighthouse as on a phone (slow 4G, CPU slowed 4×) and yields the best of three first visits of each page. */
export async function* measurePages(shopUrl: string): AsyncGenerator<{ name: string; page: PageMeasurement }> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUGGING_PORT}`],
  })
  try {
    for (const [name, path] of Object.entries(pages)) {
      const visits: PageMeasurement[] = []
      for (let run = 0; run < RUNS; run += 1) visits.push(await visit(`${shopUrl}${path}`))
      const [page] = visits.toSorted((one, other) => other.performance - one.performance)
      if (page) yield { name, page }
    }
  } finally {
    await browser.close()
  }
}

async function visit(url: string): Promise<PageMeasurement> {
  const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo']
  const result = await lighthouse(url, { port: DEBUGGING_PORT, onlyCategories, logLevel: 'error' })
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
    cls: figure('cumulative-layout-shift'),
    kib: figure('total-byte-weight') / 1024,
  }
}
