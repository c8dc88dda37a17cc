/** Whether this browser keeps what is played, as far as was seen: a private window or a full disk may refuse. */
export const disk = $state({ keeps: true });
