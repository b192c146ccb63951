import type { z } from 'zod'
import type { createHandMade, handMadeBody, updateHandMade } from '#contract/hand-made'
import type { Http } from '#client/app/http'

export type HandMadeInput = z.input<typeof handMadeBody>

/** Calls about requests for books that the catalogue does not have. */
export function handMadeApi(http: Http) {
  return {
    create: (body: HandMadeInput) =>
      http.call<typeof createHandMade>({ method: 'POST', path: '/api/requests/manual', body }),
    update: (id: string, body: HandMadeInput) =>
      http.callForNothing<typeof updateHandMade>({
        method: 'PUT',
        path: '/api/requests/manual/{id}',
        params: { id },
        body,
      }),
  }
}
