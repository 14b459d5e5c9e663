import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { NOT_FOUND_TITLE } from '#contract/page-words.ts'
import { findPage, type PageKey } from '#contract/pages.ts'
import type { AppContext } from '#server/context.ts'
import type { Settings } from '#server/settings/env.ts'
import { pageTable } from '#server/pages/page-table.ts'
import type { PageDescription } from '#server/pages/page.ts'
import { writePrerenderedShell } from '#server/pages/prerendered-shell.ts'
import { writeEmbeddedAnswers, writeHead } from '#server/pages/write-page.ts'
import { SHOP_NAME } from '#domain/window-title.ts'
import { cacheForTenTimesItsCost } from '#server/concurrency/async-cache.ts'
import { newVisitor, NoAnswer } from './visitor.ts'

/** Limits the wait for a page's data. Without them the client code fetches them. */
const DATA_TIMEOUT_MS = 1_000

type PageContext = Pick<AppContext, 'settings'>

/** The parts that the server adds to the HTML of a page. */
export type RenderedPage = {
  status: 200 | 404
  key: PageKey | undefined
  head: string
  prerenderedShell: string
  embeddedAnswers: string
}

/** A page that is being rendered. */
export type PageInProgress = {
  /** The page, without its data while the database is unavailable or slow. */
  page: Promise<RenderedPage>
  /** Fulfilled when the work for the page is over, perhaps after `page`. */
  done: Promise<unknown>
}

/**
 * Creates the function that renders the page at an address below the base path (`/news/1?…`), with status 404 for
 * unknown addresses and ids.
 */
export function pageMaker(
  app: FastifyInstance,
  context: PageContext,
  { patienceMs = DATA_TIMEOUT_MS } = {},
): (address: string) => PageInProgress {
  const make = cacheForTenTimesItsCost((address: string) => makePage(app, context, address), {
    keyOf: (address) => address,
  })
  return (address) => {
    const withoutData = () => bare(context.settings, address)
    // An unknown address costs less than its place in the cache.
    const made = splitAddress(address).key ? make(address).catch(withoutData) : makePage(app, context, address)
    return { page: Promise.race([made, wait(patienceMs, undefined, { ref: false }).then(withoutData)]), done: made }
  }
}

async function makePage(app: FastifyInstance, { settings }: PageContext, address: string): Promise<RenderedPage> {
  const { key, id, search } = splitAddress(address)
  const nothing = () => finished(settings, 404, { key, page: { title: NOT_FOUND_TITLE } })
  if (!key) return nothing()
  const { ask, answers } = newVisitor(app, settings.BASE_PATH)
  try {
    const page = await pageTable[key]({ id, search, ask, site: settings })
    return finished(settings, 200, { key, page, answers })
  } catch (error) {
    if (error instanceof NoAnswer && error.status < 500) return nothing()
    // An overload refuses many: no stack.
    app.log.warn(error instanceof NoAnswer ? error.message : error)
    throw error
  }
}

function splitAddress(address: string) {
  const { pathname, searchParams } = new URL(`http://foyer.invalid${address}`)
  const { key, id = 0 } = findPage(pathname) ?? {}
  return { key, pathname, id, search: Object.fromEntries(searchParams) }
}

/** Renders a page without data. */
function bare(settings: Settings, address: string): RenderedPage {
  const { key, pathname } = splitAddress(address)
  const page = { title: SHOP_NAME, address: `/${pathname.slice(1)}` as const }
  return { ...finished(settings, 200, { key, page }), prerenderedShell: '' }
}

type DescribedPage = { key: PageKey | undefined; page: PageDescription; answers?: ReadonlyMap<string, string> }

function finished(
  settings: Settings,
  status: 200 | 404,
  { key, page, answers = new Map() }: DescribedPage,
): RenderedPage {
  return {
    status,
    key,
    head: writeHead(page, settings),
    prerenderedShell: writePrerenderedShell(page),
    embeddedAnswers: writeEmbeddedAnswers(answers),
  }
}
