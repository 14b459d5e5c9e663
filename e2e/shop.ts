import { setTimeout as wait } from 'node:timers/promises'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type APIRequestContext, type BrowserContext, type Download, expect, type Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import type { StartedShop } from './started-shop.ts'

let people = 0

export type Person = { firstName: string; lastName: string; email: string; password: string }

/** Creates the data of a new customer. */
export function newPerson(lastName = 'Łukaszewska'): Person {
  people += 1
  return {
    firstName: 'Zofia',
    lastName,
    email: `zofia.${Date.now()}.${people}@foyer.example`,
    password: 'correct horse battery',
  }
}

type Place = Pick<StartedShop, 'url' | 'dataDir'>

let other: Place | undefined

/** Makes all helpers use another shop than that of this worker, until it is called without one. */
export function useShop(shop: Place | undefined): void {
  other = shop
}

/** Returns the shop of this worker. */
function ownShop(): Place {
  return other ?? JSON.parse(process.env['SHOPS'] ?? '[]')[Number(process.env['TEST_PARALLEL_INDEX'])]
}

/** Returns the URL of a page; `path` is relative to the base path. */
export function shopUrl(path = ''): string {
  return `${ownShop().url}${path}`
}

/** Returns the folder of mails of a shop without a mail server. */
export function mailFolder(): string {
  return join(ownShop().dataDir, 'mail')
}

export async function register(page: Page, person: Person): Promise<void> {
  await page.goto(shopUrl())
  await page.getByRole('link', { name: 'Sign Up' }).first().click()
  await fillRegistration(page, person)
}

/** Signs up on the opened page, until the login asks for the password. */
export async function fillRegistration(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName)
  await page.getByLabel('Last name').fill(person.lastName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel(/^Password/).fill(person.password)
  await page.getByLabel(/^Confirm password/).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Registration was successful. Please log in.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
}

/** Logs in by the login page. */
export async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'My Profile' })).toBeVisible()
}

/** Logs a browser context in by storing a token, like an earlier visit. */
export async function enterAs(context: BrowserContext, credentials: Pick<Person, 'email' | 'password'>): Promise<void> {
  const reply = await context.request.post(shopUrl('api/v1/authentication'), { data: credentials })
  const token = (await reply.text()).replace('Bearer ', '')
  await context.addInitScript((kept) => localStorage.setItem('authToken', kept), token)
}

/** Reads the text of a downloaded PDF in reading order, and its page count. */
export async function readPdf(download: Download): Promise<{ name: string; text: string; pages: number }> {
  const content = await readFile(await download.path())
  const pdf = await getDocumentProxy(new Uint8Array(content))
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  return { name: download.suggestedFilename(), text, pages: totalPages }
}

/** Clicks a button and waits for its download. */
export async function download(page: Page, button: string | RegExp): Promise<Download> {
  const [started] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).first().click(),
  ])
  return started
}

export type Ask = Awaited<ReturnType<typeof askingAs>>

const BUSY = 503

/** Creates a function that calls the API as a user: `ask('GET', 'invoices')`. Asks a busy shop again, as pages do. */
export async function askingAs(request: APIRequestContext, { email, password }: Pick<Person, 'email' | 'password'>) {
  const login = await request.post(shopUrl('api/v1/authentication'), { data: { email, password } })
  const authorization = await login.text()
  return async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, data?: unknown) => {
    const send = () => request.fetch(shopUrl(`api/v1/${path}`), { method, data, headers: { authorization } })
    let reply = await send()
    while (reply.status() === BUSY) {
      await wait(Number(reply.headers()['retry-after'] ?? 1) * 1_000)
      reply = await send()
    }
    expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true)
    return reply.json()
  }
}

/** Registers an account by the API. */
export async function givenAccount(request: APIRequestContext, person = newPerson()): Promise<Person> {
  const reply = await request.post(shopUrl('api/v1/users'), { data: person })
  expect(reply.status(), await reply.text()).toBe(201)
  return person
}
