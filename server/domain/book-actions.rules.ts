import type { ActionsOf } from './books/books.types'
import { fulfilmentActions } from './fulfilment/fulfilment-actions.rules'
import { requestActions } from './requests/request-actions.rules'

/** What a person may do about a book, combined from all features. */
export const bookActions: ActionsOf = (facts) => [...requestActions(facts), ...fulfilmentActions(facts)]
