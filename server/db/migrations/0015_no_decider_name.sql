-- Told a client the name of the administrator who decided their request. A client deals with the institution: nothing asks for it any more.
DROP FUNCTION decider_name(uuid);
