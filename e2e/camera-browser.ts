import { type Browser, chromium, type LaunchOptions } from '@playwright/test'

/** Opens a browser with a camera that nobody has to allow. It plays the film over and over, or a test picture. */
export function openCameraBrowser({ executablePath, args = [] }: LaunchOptions, film?: string): Promise<Browser> {
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      ...args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      ...(film === undefined ? [] : [`--use-file-for-fake-video-capture=${film}`]),
    ],
  })
}
