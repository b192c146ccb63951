import { defineProblem } from '#server/errors/problem'

export const targetNameTaken = defineProblem('target_name_taken', 409)

export const unknownTarget = defineProblem('unknown_target', 404)

export const unknownDelivery = defineProblem('unknown_delivery', 404)

export const deliveryUnderWay = defineProblem('delivery_under_way', 409)

export const personalNotificationsOff = defineProblem('personal_notifications_off', 403)

export const tooManyTargets = defineProblem('too_many_targets', 409)
