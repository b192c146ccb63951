import { BookX, LibraryBig, Pencil, Plus, Repeat, Undo2 } from '@lucide/vue'
import { computed, type Component } from 'vue'
import { useRouter } from 'vue-router'
import type { BookAction, BookDetailsDto } from '#contract/books'
import { useText } from '#client/app/i18n'
import { hasActiveRequest } from '#client/features/requests/ownRequest'
import { primaryAction } from '#client/features/requests/primaryAction'
import { useBookActions } from '#client/features/requests/useBookActions'
import { useRequesting } from '#client/features/requests/useRequesting'
import { useWithdrawal } from '#client/features/requests/useWithdrawal'
import { useMatchCorrection } from './useMatchCorrection'

interface ManageItem {
  icon: Component
  text: string
  /** The confirmation question. */
  question?: string | undefined
  /** Whether a change is under way. */
  busy?: boolean
  act: () => unknown
}

/**
 * The other actions for a book, as allowed by the server.
 * @param chooseMatch lets the person choose the library item.
 */
export function useManageItems(details: () => BookDetailsDto, chooseMatch: () => void) {
  const { busy, menu } = useBookActions(details)
  const requestItems = useRequestItems(details)
  const matchItems = useMatchItems(details, chooseMatch)

  return computed<ManageItem[]>(() => {
    const primary = primaryAction(details())
    return [
      ...menu.value.filter(({ action }) => action !== primary).map((item) => ({ ...item, busy: busy.value })),
      ...requestItems(),
      ...(details().may_correct_match ? matchItems() : []),
    ]
  })
}

/** Requesting, correcting and withdrawing, unless the page has a button for it. */
function useRequestItems(details: () => BookDetailsDto) {
  const { t } = useText()
  const router = useRouter()
  const requesting = useRequesting(details)
  const { busy: withdrawing, question, withdrawIt } = useWithdrawal(details)

  return (): ManageItem[] => {
    const { book, actions } = details()
    const primary = primaryAction(details())
    const { request, requestAgain, words } = requesting
    const busy = requesting.busy.value || withdrawing.value
    const may = (action: BookAction, item: ManageItem) =>
      actions.includes(action) ? [{ ...item, busy }] : []
    const edit = () => router.push({ name: 'edit-request', params: { asin: book.asin } })
    const isAsked = primary === 'request' || primary === 'listen'
    const isWithdrawn = primary === 'request' && hasActiveRequest(details())
    return [
      ...(isAsked ? [] : may('request', { icon: Plus, text: words.value.text, act: request })),
      ...may('request_again', { icon: Repeat, text: t('manage.actions.request_again'), act: requestAgain }),
      ...may('correct', { icon: Pencil, text: t('bookPage.edit'), act: edit }),
      ...(isWithdrawn
        ? []
        : may('withdraw', {
            icon: Undo2,
            text: t('request.withdraw'),
            question: question.value,
            act: withdrawIt,
          })),
    ]
  }
}

/** Choosing the library item. */
function useMatchItems(details: () => BookDetailsDto, chooseMatch: () => void) {
  const { t } = useText()
  const { correct } = useMatchCorrection(() => details().book)

  return (): ManageItem[] => {
    const there = details().book.in_library
    const item = there?.item
    const choose = there ? t('libraryMatch.chooseOther') : t('libraryMatch.choose')
    return [
      ...(item ? [{ icon: BookX, text: t('libraryMatch.wrong'), act: () => correct(item, false) }] : []),
      { icon: LibraryBig, text: choose, act: chooseMatch },
    ]
  }
}
