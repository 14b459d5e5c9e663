// Finds a Chromium for the browser journeys: CHROMIUM_PATH, an installed one, Debian's package, Playwright's own
// download. Prefers the headless shell, which is the same engine without the windows of a desktop browser and needs a
// third less CPU.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** A font as wide as those of desktops: with DejaVu alone, texts are a fifth wider and take further lines. */
const PACKAGES = ['chromium-headless-shell', 'fonts-liberation']

/** Returns the path of a Chromium, installing one if necessary. Throws an Error if that fails. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`)
  }
  return firstInstalled() ?? installFromDebian() ?? downloadByPlaywright()
}

const firstInstalled = () => [...installed, chromium.executablePath()].find((path) => existsSync(path))

function installFromDebian() {
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!isRootOnDebian) return undefined
  console.log('Installing Chromium for the browser journeys (apt-get) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...PACKAGES]]) {
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
  return firstInstalled()
}

function downloadByPlaywright() {
  console.log('Downloading Chromium for the browser journeys …')
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
  const path = firstInstalled()
  if (path) return path
  throw new Error('The browser journeys need a Chromium. Install one, or set CHROMIUM_PATH to it.')
}
