import type { BookAction, RequestedBookDto } from '#contract/books'
import type { Role } from '#contract/common'
import { fulfilmentActions } from '#server/domain/fulfilment/fulfilment-actions.rules'
import { requestActions } from '#server/domain/requests/request-actions.rules'

interface Standing extends Omit<RequestedBookDto, 'actions'> {
  stopped?: boolean
  search_issue?: unknown
  hand_made_by?: string | null
}

/** The actions that the server allows `marta`, with a given role, for a book. */
function actionsFor(item: Standing, role: Role = 'trusted'): BookAction[] {
  const { book, requests, username, requester_count } = item
  const count = (status: string) => requests.filter((request) => request.status === status).length
  const [pending, declined] = [count('pending'), count('declined')]
  const facts = {
    user: { username, role },
    own: requests.find(({ user_username }) => user_username === username)?.status ?? null,
    status: book.status,
    counts: { pending, declined, approved: requester_count - pending - declined },
    stopped: item.stopped ?? false,
    leftLibrary: book.left_library,
    sameEdition: book.in_library?.same_edition === true,
    autoApproved: role !== 'untrusted',
    searchable: !item.search_issue,
    handMadeBy: item.hand_made_by ?? null,
  }
  return [...requestActions(facts), ...fulfilmentActions(facts)]
}

/** A book as the server returns it to a given role. */
export function toldTo<Item extends Standing>(role: Role, item: Item) {
  return { ...item, actions: actionsFor(item, role) }
}
