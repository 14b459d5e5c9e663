import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/testing/database.ts'
import { SERVER_MAIN, SERVER_SOURCE } from '#server/testing/server-main.ts'
import { startShopProcess } from '#server/testing/shop-process.ts'
import { givenShow, givenUser } from '#server/testing/test-data.ts'
import config from '../vite.server.config.ts'
import { givenBuyer, toOrder, toReserve } from './promises/buyers.ts'

const run = promisify(execFile)
const PLAN = 'sector,row,seat,x,y\nStalls,A,1,0,0\nStalls,A,2,1,0\n'

/** Copies the files of the image's last stage, as its Dockerfile says, into a folder outside the project. */
async function givenImage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-image-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const stages = (await readFile('deploy/Dockerfile', 'utf8')).split(/^FROM .*$/m)
  for (const [, from = '', to = ''] of (stages.at(-1) ?? '').matchAll(
    /^COPY (?:--from=built \/build\/)?(\S+) (\S+)$/gm,
  )) {
    await cp(from, join(folder, to === './' ? from : to), { recursive: true, dereference: true })
  }
  return folder
}

/** Uploads a file as multipart. Returns the status. */
async function upload(url: string, authorization: string, file: Blob, name: string): Promise<number> {
  const body = new FormData()
  body.append('file', file, name)
  return (await fetch(url, { method: 'POST', headers: { authorization }, body })).status
}

test('builds every command of the shop, so that the image has it', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = Object.values(scripts).flatMap((script) => /server\/commands\/\S+/.exec(script) ?? [])
  expect(commands.length).toBeGreaterThan(5)
  const built = Object.values(config.build?.rolldownOptions?.input ?? {})
  expect(commands.filter((command) => !built.includes(command))).toEqual([])
})

// Only `npm test` builds the server before it runs this test.
test.skipIf(SERVER_MAIN === SERVER_SOURCE)(
  'sells, prints and reads uploads with the files of the image alone',
  async () => {
    const folder = await givenImage()
    const { db, url: databaseUrl, ownerUrl, drop } = await freshDatabase()
    const data = await mkdtemp(join(tmpdir(), 'foyer-image-data-'))
    const settings = { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: data }
    const shop = await startShopProcess(settings, { folder })
    onTestFinished(async () => {
      await shop.stop()
      await drop()
      await rm(data, { recursive: true })
    })
    const admin = await givenBuyer(db, await givenUser(db, { isAdmin: true }))
    const { showId, seatIds } = await givenShow(db)

    const reserved = await admin.send(shop.url, 'POST', '/tickets', {
      body: toReserve(showId, seatIds.slice(0, 1)).body,
    })
    const { elements } = JSON.parse(reserved.body)
    const ordered = await admin.send(shop.url, 'POST', '/orders', { body: toOrder([elements[0].id]).body })
    expect(ordered.status).toBe(201)
    const mails = () => readdir(join(data, 'mail')).catch(() => [])
    await expect.poll(mails).toHaveLength(1)
    const [mail = ''] = await mails()
    expect(await readFile(join(data, 'mail', mail), 'utf8')).toContain('Content-Type: application/pdf')

    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    expect(await upload(`${shop.url}/images`, admin.authorization, new Blob([new Uint8Array(picture)]), 'a.png')).toBe(
      201,
    )
    const plans = `${shop.url}/admin/seating-plans/checks?name=Hall`
    expect(await upload(plans, admin.authorization, new Blob([PLAN]), 'hall.csv')).toBe(200)

    for (const page of ['/', '/api/docs', '/api/docs/swagger-ui.css', '/api/docs/reference.js', '/favicon.svg']) {
      expect((await fetch(new URL(page, shop.url))).status, page).toBe(200)
    }
    const env = { ...process.env, ...settings }
    expect((await run(process.execPath, ['dist/server/audit.js'], { cwd: folder, env })).stdout).toContain(
      'every rule holds',
    )
  },
)
