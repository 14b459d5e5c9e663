import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openCameraBrowser } from '../../e2e/camera-browser.ts'
import { writeFilm } from '../../e2e/camera-film.ts'
import { percentile } from '../shared/measure.ts'

/** Verdicts to measure, after those of the first seconds, while the page loads its decoder. */
const [VERDICTS, WARM_UP] = [60, 5]
const WITHIN_MS = 10 * 60_000
/** The width of the film, and the distance between its middle and the paper above the code, in pixels. */
const FILM = [640, 168] as const

export type CameraTimes = {
  readonly name: string
  readonly goalMs: number
  readonly medianMs: number
  readonly p95Ms: number
}

/**
 * Measures a paired scanner in Chromium, whose camera plays a film of codes: the time from the first picture of a code
 * to its verdict on the page, with a network and then without.
 */
export async function measureCamera(scanPage: string, codes: readonly string[]): Promise<CameraTimes[]> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-film-'))
  const film = join(folder, 'film.y4m')
  await writeFilm(film, codes)
  const executablePath = process.env['CHROMIUM_PATH']
  const options = { ...(executablePath !== undefined && { executablePath }), args: ['--no-sandbox'] }
  const browser = await openCameraBrowser(options, film)
  try {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, permissions: ['camera'] })
    const page = await context.newPage()
    await page.goto(scanPage)
    await page.getByText(/Live · list up to date/).waitFor()
    await page.getByRole('button', { name: 'Start scanning' }).click()
    await watchFrames(page)
    const online = await timesOf(page)
    await context.setOffline(true)
    const offline = await timesOf(page)
    return [
      { name: 'frame to verdict, online', goalMs: 150, ...summaryOf(online) },
      { name: 'frame to verdict, offline', goalMs: 50, ...summaryOf(offline) },
    ]
  } finally {
    await browser.close()
    await rm(folder, { recursive: true })
  }
}

/**
 * Notes in the page when a picture with a code follows one without, by the brightness of the paper around the code, and
 * when its verdict is on the page.
 */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(([WIDTH, BORDER]) => {
    const video = document.querySelector('video')
    if (!video) throw new Error('The page has no camera.')
    const times: number[] = []
    Object.assign(globalThis, { verdictTimes: times })
    const canvas = new OffscreenCanvas(1, 1)
    const pixel = canvas.getContext('2d', { willReadFrequently: true })
    let shownAt: number | undefined
    let wasCode = true
    let isChecking = false
    const onFrame = (now: number) => {
      // A pixel of the paper's border, above the code. The browser may scale the film, and cut its upper edge.
      const [x, y] = [video.videoWidth / 2, video.videoHeight / 2 - (BORDER * video.videoWidth) / WIDTH]
      pixel?.drawImage(video, x, y, 1, 1, 0, 0, 1, 1)
      const isCode = (pixel?.getImageData(0, 0, 1, 1).data[0] ?? 0) > 150
      if (isCode && !wasCode) shownAt = now
      wasCode = isCode
      video.requestVideoFrameCallback(onFrame)
    }
    video.requestVideoFrameCallback(onFrame)
    const observer = new MutationObserver(() => {
      const verdict = document.querySelector('.verdict')
      if (verdict?.matches('.checking')) isChecking = true
      if (!isChecking || !verdict?.matches('.good, .bad')) return
      isChecking = false
      if (shownAt !== undefined) times.push(performance.now() - shownAt)
      shownAt = undefined
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  }, FILM)
}

async function timesOf(page: Page): Promise<number[]> {
  const read = () => page.evaluate(() => (globalThis as unknown as { verdictTimes: number[] }).verdictTimes)
  const from = (await read()).length + WARM_UP
  await page.waitForFunction(
    (count) => (globalThis as unknown as { verdictTimes: number[] }).verdictTimes.length >= count,
    from + VERDICTS,
    { timeout: WITHIN_MS, polling: 1_000 },
  )
  return (await read()).slice(from)
}

const summaryOf = (times: readonly number[]) => ({
  medianMs: percentile(times, 0.5),
  p95Ms: percentile(times, 0.95),
})
