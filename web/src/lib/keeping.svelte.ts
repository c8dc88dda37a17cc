/** Whether this browser keeps matches, as far as was seen: a private window or a full disk may refuse. */
export const keeping = $state({ kept: true });
