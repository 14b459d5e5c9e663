let isPressed = false
const waiting: (() => void)[] = []

addEventListener('mousedown', () => (isPressed = true), true)
addEventListener('click', release)
// Not every press becomes a click. If it does, the click follows in the same task.
for (const end of ['mouseup', 'dragend', 'contextmenu']) addEventListener(end, () => setTimeout(release), true)

function release(): void {
  isPressed = false
  for (const change of waiting.splice(0)) change()
}

/**
 * Makes a change of the layout at once, or while a mouse button or a finger presses, after the click. Otherwise the
 * pressed link or button could move away before the release, and the click would be lost.
 */
export function afterPress(change: () => void): void {
  if (isPressed) waiting.push(change)
  else change()
}
