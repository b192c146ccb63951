import { defineError } from '#server/errors'

export const notInRegion = defineError({ code: 'not_in_region', status: 404, title: 'Not in this region' })

export const notRequested = defineError({ code: 'not_requested', status: 404, title: 'Not requested' })
