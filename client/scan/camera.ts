import { splitLiveCode } from '#domain/entry/live-code.ts'
import { loadDecoder } from './decoder.ts'

/** The time for which the same code is ignored after it was last in view. */
const SAME_CODE_MS = 2_000
/** The pause after a code, so that its result can be seen. */
const NEXT_CODE_MS = 300

/** An open camera. `setTorch` is missing on devices without a light. */
export type Camera = { readonly setTorch?: (isOn: boolean) => Promise<void> }

/**
 * Shows the camera in a video element and calls back with each new code until the signal aborts. Throws if the browser
 * has no camera or refuses it.
 */
export async function openCamera(
  video: HTMLVideoElement,
  onCode: (text: string) => void,
  closing: AbortSignal,
): Promise<Camera> {
  const picture = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video: picture, audio: false })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  closing.addEventListener('abort', stop)
  if (closing.aborted) stop()
  video.srcObject = stream
  await video.play()
  const read = await loadDecoder()
  let last = { code: '', seenAt: -SAME_CODE_MS }
  const readFrame = async () => {
    if (closing.aborted) return
    const text = await read(video).catch(() => null)
    const now = performance.now()
    // A live code that changes in front of the camera is the same ticket.
    const code = text === null ? null : splitLiveCode(text).code
    const isNew = text !== null && (code !== last.code || now - last.seenAt > SAME_CODE_MS)
    if (code !== null) last = { code, seenAt: now }
    if (isNew && !closing.aborted) onCode(text)
    if (isNew) setTimeout(nextFrame, NEXT_CODE_MS)
    else nextFrame()
  }
  const nextFrame = () => {
    if (closing.aborted) return
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(() => void readFrame())
    else requestAnimationFrame(() => void readFrame())
  }
  nextFrame()
  const [track] = stream.getVideoTracks()
  const capabilities = (track?.getCapabilities?.() ?? {}) as { readonly torch?: boolean }
  if (!track || !capabilities.torch) return {}
  return {
    setTorch: (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] }),
  }
}
