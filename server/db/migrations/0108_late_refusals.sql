-- PAY-39: a transfer that the house did not process in time is refused for the reason `other`, with its sentence beside it.
UPDATE withdrawal_requests SET reason_code = 'other', reason_note = 'Nous n''avons pas pu traiter ce virement à temps.' WHERE reason_code = 'late';
