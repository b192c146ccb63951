import { defineError } from '#server/errors'
import { defineProblem } from '#server/problem'

export const targetNameTaken = defineProblem({ code: 'target_name_taken', status: 409, title: 'Name taken' })

export const unknownTarget = defineProblem({ code: 'unknown_target', status: 404, title: 'No such target' })

export const unfitTarget = defineError({ code: 'validation_failed', status: 422, title: 'Invalid input' })

export const unknownDelivery = defineProblem({
  code: 'unknown_delivery',
  status: 404,
  title: 'No such delivery',
})

export const deliveryUnderWay = defineProblem({
  code: 'delivery_under_way',
  status: 409,
  title: 'Being sent',
})

export const personalNotificationsOff = defineProblem({
  code: 'personal_notifications_off',
  status: 403,
  title: 'Switched off',
})

export const tooManyTargets = defineProblem({
  code: 'too_many_targets',
  status: 409,
  title: 'Too many targets',
})
