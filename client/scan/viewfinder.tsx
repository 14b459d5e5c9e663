import { useEffect, useRef, useState } from 'react'
import { type Camera, openCamera } from './camera.ts'
import type { Scanner } from './scanner.ts'
import { texts } from './scan.texts.ts'
import type { Signals } from './signals.ts'

type Props = { readonly scanner: Scanner; readonly signals: Signals }

/** Shows the camera and reads codes from it. */
export function Viewfinder({ scanner, signals }: Props) {
  const [isSilent, setIsSilent] = useState(false)
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<Camera | 'refused'>()
  const [isLit, setIsLit] = useState(false)
  useEffect(() => {
    if (!video.current) return undefined
    const closing = new AbortController()
    void openCamera(video.current, (text) => void scanner.scan(text), closing.signal)
      .catch(() => 'refused' as const)
      .then(setCamera)
    return () => closing.abort()
  }, [scanner])
  const setTorch = camera === 'refused' ? undefined : camera?.setTorch
  return (
    <div className="viewfinder">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the camera has no sound */}
      <video ref={video} aria-label={texts.camera} muted playsInline hidden={camera === 'refused'} />
      {camera === 'refused' && (
        <p className="notice" role="alert">
          {texts.cameraRefused}
        </p>
      )}
      <div className="row">
        {setTorch && (
          <button
            type="button"
            className="button"
            aria-pressed={isLit}
            onClick={() => void setTorch(!isLit).then(() => setIsLit(!isLit))}
          >
            {texts.torch}
          </button>
        )}
        <button
          type="button"
          className="button"
          aria-pressed={!isSilent}
          onClick={() => {
            signals.setSilent(!isSilent)
            setIsSilent(!isSilent)
          }}
        >
          {texts.sound}
        </button>
      </div>
    </div>
  )
}
