import type { ActionsOf } from './books/books.types'
import { fulfilmentActions } from './fulfilment/fulfilment-actions.rules'
import { requestActions } from './requests/request-actions.rules'

/** What somebody may do about a book: each feature says it of its own. */
export const bookActions: ActionsOf = (facts) => [...requestActions(facts), ...fulfilmentActions(facts)]
