import type { Http } from '#client/app/http'
import { useText } from '#client/app/i18n'
import { useOutcome } from '#client/ui/useOutcome'
import type { BookDto } from '#contract/books'
import { useBookDecision } from '#client/features/requests/useDecision'

/** Corrects which library item a book is, and reports the result in a message. */
export function useMatchCorrection(book: () => BookDto) {
  const { t } = useText()
  const { report } = useOutcome()
  const decision = useBookDecision()

  const decide = (done: 'is' | 'is_not' | 'undone', act: (call: Http['call']) => Promise<void>) =>
    report(() => decision.mutateAsync(act), {
      done: () => t(`libraryMatch.done.${done}`, { title: book().title }),
      failed: (reason) => t('manage.failed', { title: book().title, reason }),
    })

  return {
    busy: decision.busy,
    /** @returns whether it succeeded; a failure is shown. */
    correct: (item: string, is: boolean) =>
      decide(is ? 'is' : 'is_not', (call) =>
        call('correctMatch', { params: { asin: book().asin }, body: { item, is } }),
      ),
    /** @returns whether it succeeded; a failure is shown. */
    undo: (item: string) =>
      decide('undone', (call) =>
        call('undoMatchCorrection', { params: { asin: book().asin }, body: { item } }),
      ),
  }
}
