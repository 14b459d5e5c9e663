import { type Browser, chromium, type Page } from '@playwright/test'

const RUNS = 3
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const CPU_SLOWDOWN = 4
const PHONE = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const REST_MS = 1_500

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

/** What somebody on a slow phone sees, in milliseconds, and how much it jumps; `kib` is all that is fetched. */
export type PageMeasurement = { name: string; fcp: number; lcp: number; cls: number; kib: number }

/** The median of three first visits of each page: slow 4G, a quarter of this machine's speed, 360 × 640 at 2 dpr. */
export async function measurePages(shopUrl: string): Promise<PageMeasurement[]> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  try {
    const results: PageMeasurement[] = []
    for (const [name, path] of Object.entries(pages)) {
      const visits: Visit[] = []
      for (let run = 0; run < RUNS; run += 1) visits.push(await visit(browser, `${shopUrl}${path}`))
      const median = (part: keyof Visit) => visits.map((one) => one[part]).toSorted((a, b) => a - b)[1] ?? 0
      results.push({ name, fcp: median('fcp'), lcp: median('lcp'), cls: median('cls'), kib: median('kib') })
    }
    return results
  } finally {
    await browser.close()
  }
}

type Visit = Omit<PageMeasurement, 'name'>

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const bytes = await throttle(page)
  await page.addInitScript(watchPaints)
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(REST_MS)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Omit<Visit, 'kib'> }).seen)
  await context.close()
  return { ...seen, kib: bytes() / 1024 }
}

/** Makes the page slow; answers what tells how many bytes were fetched. */
async function throttle(page: Page): Promise<() => number> {
  let bytes = 0
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return () => bytes
}

/** Runs in the page. */
function watchPaints(): void {
  const seen = { fcp: 0, lcp: 0, cls: 0 }
  Object.assign(globalThis, { seen })
  const watch = (
    type: string,
    note: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  watch('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value
  })
}
