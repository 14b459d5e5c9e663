import { dismissToasts } from '#client/ui/feedback/toasts.ts'

// Test files of one worker share its window and its loaded modules. Each file begins with an empty page and storage.
document.title = ''
document.body.replaceChildren()
for (const base of document.querySelectorAll('base')) base.remove()
localStorage.clear()
sessionStorage.clear()
dismissToasts()
